import { checkSettings } from './checkSettings.js'
import { defaultMemoizeSettings, type MemoizeSettings } from './settings.js'

/**
 * Returns the settings, with defaults for omitted settings. Throws an Error that lists all problems, including unknown
 * settings.
 */
export function requireSettings(settings: Partial<MemoizeSettings> = {}): MemoizeSettings {
  const entries = Object.entries(settings ?? {}).filter(([, value]) => value !== undefined)
  const unknown = entries.filter(([name]) => !Object.hasOwn(defaultMemoizeSettings, name))
  const checked: MemoizeSettings = { ...defaultMemoizeSettings, ...Object.fromEntries(entries) }
  const problems = [
    ...unknown.map(([name]) => `${name}: is not a setting.`),
    ...checkSettings(checked).map(({ setting, problem }) => `${setting}: ${problem}`),
  ]
  if (problems.length === 0) return checked
  throw new Error(`Functions cannot be memoized with these settings. ${problems.join(' ')}`)
}
