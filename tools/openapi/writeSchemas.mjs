// Writes the schemas of the OpenAPI document. Usage: npm run openapi
import { writeFileSync } from 'node:fs'
import { answerSchemasText, schemasFile } from './answerSchemas.mjs'

writeFileSync(schemasFile, answerSchemasText())
