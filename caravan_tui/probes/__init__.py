"""What a server shows of itself to a supervisor: is it alive, is it ready, what does it do."""
