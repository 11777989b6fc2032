import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** An error that the user can fix, such as a folder that is not empty. */
export class FolderError extends Error {}

/** The content of each file, by file name. */
export type Files = Readonly<Record<string, string>>

/** Creates a folder with files. Throws a FolderError without writing if the folder is not empty. */
export function createFolder(folder: string, files: Files): void {
  if (entriesOf(folder).length > 0)
    throw new FolderError(`${folder} is not empty, and was not changed. Specify a new folder.`)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { flag: 'wx' })
}

/** Returns the names of the entries in a folder. Creates the folder if it does not exist. */
function entriesOf(folder: string): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true })
    return readdirSync(folder)
  } catch (error) {
    throw new FolderError(`${folder} cannot be created (${(error as NodeJS.ErrnoException).code ?? error}).`)
  }
}
