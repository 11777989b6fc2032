import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'

const folder = path.resolve(__dirname, '../../../../shared/data/schedule-formats')

export interface ScheduleFormats {
  frabJson(text: string): string | null
  /** Returns the errors in a file according to the schema `schedule2`, or null if the file is valid. */
  schedule2(text: string): string | null
  frabXml(texts: readonly string[]): Promise<readonly string[]>
}

export function scheduleFormats(): ScheduleFormats | null {
  if (!existsSync(folder)) {
    process.stdout.write('Schedule files were not validated: the reference data does not contain their schemas.\n')
    return null
  }
  const [frab, second] = [jsonSchema('schema.json'), jsonSchema('schema2.json')]
  const xsd = readFileSync(path.join(folder, 'schedule.xml.xsd'), 'utf8')
  return {
    frabJson: text => problemsOf(frab, text),
    schedule2: text => problemsOf(second, text),
    frabXml: async texts => {
      const xml = texts.map((contents, i) => ({ fileName: `${i}.xml`, contents }))
      const { errors } = await validateXML({ xml, schema: [xsd], maxMemoryPages: 16_384 })
      return errors.map(({ message, loc }) => `${loc?.fileName}:${loc?.lineNumber} ${message}`)
    },
  }
}

function jsonSchema(name: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  ajv.addMetaSchema(createRequire(__filename)('ajv/dist/refs/json-schema-draft-06.json'))
  addFormats.default(ajv)
  return ajv.compile(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
}

const problemsOf = (validate: ValidateFunction, text: string): string | null =>
  validate(JSON.parse(text)) ? null : JSON.stringify(validate.errors?.slice(0, 5))
