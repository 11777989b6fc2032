/**
 * Whether a URL has a host but no scheme. Like browsers, treats `\\` as `/` and ignores line breaks and leading blanks.
 * Resources of a page must name their scheme.
 */
export const isProtocolRelative = (address: string): boolean =>
  /^[/\\]{2}/.test(address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, ''))
