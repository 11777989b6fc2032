// What pages can do better in the browser. All of it is left out without harm: every page works without script.
