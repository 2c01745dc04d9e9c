"""The night at a prompt: questions, completion, help, and views."""
