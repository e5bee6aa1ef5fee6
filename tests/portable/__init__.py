"""Does the local app run where there is no Unix?"""
