// Prints the responses of a site as JSON. Usage: node tools/oldSites/printAnswers.mjs http://127.0.0.1:8080
import { answersOf } from './populate.mjs'

process.stdout.write(JSON.stringify(await answersOf(process.argv[2])))
