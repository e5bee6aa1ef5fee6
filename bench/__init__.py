"""Speed and strength, each as a ratio measured in one run."""
