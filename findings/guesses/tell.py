"""How the programs beside this file print what they saw: `KEY: outcome`, with an exception as its first 200 letters."""


def say(key, *seen):
    print(f"{key}: ", *seen, flush=True)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
