/** The languages by their own names, as each is called wherever one is chosen or named. */
export const languageNames = { th: 'ไทย', la: 'ລາວ', en: 'English' }
