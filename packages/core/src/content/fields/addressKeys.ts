/** The block keys whose values are addresses or lists of addresses, in Volto and compatible clients. */
export const addressKeys: ReadonlySet<string> = new Set(['url', 'href', '@id', 'src', 'preview_image'])
