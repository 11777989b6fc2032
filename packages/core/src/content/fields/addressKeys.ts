/** The block keys that contain an address or a list of addresses in Volto and compatible clients. */
export const addressKeys: ReadonlySet<string> = new Set(['url', 'href', '@id', 'src', 'preview_image'])
