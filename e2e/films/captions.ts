/** One caption: when it is read, in seconds of the film. */
export interface Caption {
  from: number
  to: number
  text: string
}

/** The captions as a WebVTT file; each is named by the number of its step. */
export const webVtt = (captions: readonly Caption[]): string =>
  [
    'WEBVTT',
    ...captions.map(({ from, to, text }, at) => `${at + 1}\n${stamp(from)} --> ${stamp(to)}\n${text}`),
  ]
    .join('\n\n')
    .concat('\n')

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23)

/** Seconds that a person needs to read a caption and to look at what it says. */
export const readingTime = (text: string): number => 1.6 + text.length * 0.038
