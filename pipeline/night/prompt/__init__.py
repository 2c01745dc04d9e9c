"""The night at a prompt: questions, completion, help, what is shown."""
