// The pattern is deliberately simple, because only a delivered message proves that an email address exists.
const form = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/

/** Whether a string looks like an email address and has at most 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && form.test(text)
