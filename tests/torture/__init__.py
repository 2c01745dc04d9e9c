"""What breaks a store: killed writers, mutated input, damaged files, two at once, full disks."""
