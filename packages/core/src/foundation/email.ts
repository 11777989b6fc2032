// This pattern is deliberately simple: only a delivered message can prove that an address exists.
const form = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/

/** Whether a string looks like an email address of at most 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && form.test(text)
