/**
 * Whether an address names another host and no scheme, as browsers read it, who take `\\` for `/` and skip line breaks and
 * blanks: what a page loads has to say from where.
 */
export const namesHostAlone = (address: string): boolean =>
  /^[/\\]{2}/.test(address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, ''))
