/** Formats a UID (32 hexadecimal digits) as a UUID with dashes. */
export const guidOf = (uid: string): string => uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
