// Deliberately simple: only a message sent to an address can prove that it exists.
const form = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/

/** Whether a text has the form of an e-mail address, of 254 characters at most. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && form.test(text)
}
