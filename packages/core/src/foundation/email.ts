// The pattern is deliberately simple, because only a delivered message proves that an email address exists.
const form = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/

/**
 * Matches characters that mail servers remove or replace: control characters, invisible characters, and the ideographic
 * full stop.
 */
const variable = /[\p{C}\p{Default_Ignorable_Code_Point}\u3002]/u

/**
 * Whether a string looks like an email address and has at most 254 characters. Strings that a mail server would
 * normalize are rejected, because limits per email address would otherwise treat one mailbox as several.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && form.test(text) && !variable.test(text) && text === text.normalize('NFKC')
