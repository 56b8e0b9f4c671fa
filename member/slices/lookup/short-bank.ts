/** A bank as people call it, without the word for "bank" before its name: กสิกรไทย. */
export const shortBank = (name: string): string => name.replace(/^(ธนาคาร|ທະນາຄານ)/, '')
