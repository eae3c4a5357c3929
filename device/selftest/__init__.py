"""The self-test of buttons, lamps and sounds: for the page, and for `companion check --interactive`.

edges, presses --Trials (what each button has shown)--> SelfTestService (the page), Walk (the command line)
"""
