import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const programs = ['redis-server', 'valkey-server']
const usualPlaces = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin']

export function redisPlaces(searchPath = process.env.PATH ?? ''): readonly string[] {
  return [...searchPath.split(path.delimiter).filter(Boolean), ...usualPlaces]
}

/** Returns the path of a Redis or Valkey server in one of the folders, or undefined if there is none. */
export function findRedisServer(folders = redisPlaces()): string | undefined {
  return folders.flatMap(folder => programs.map(program => path.join(folder, program))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
