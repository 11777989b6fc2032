/** A UID, that is, 32 hexadecimal digits, in the form of a UUID with dashes. */
export const guidOf = (uid: string): string => uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
