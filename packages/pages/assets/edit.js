// Pages with forms for content work without this script.
const problems = document.querySelector('.form-problems')
problems?.focus()
