/** A bank's name in a language of the app. */
export const bankName = (
  bank: { nameTH: string; nameEN: string; nameLA: string },
  language: string,
): string => ({ th: bank.nameTH, la: bank.nameLA })[language] ?? bank.nameEN
