let context: AudioContext | undefined

/**
 * Plays two short quiet notes, made here and not loaded. A browser allows sound only after somebody has used
 * the page; until then nothing is heard.
 */
export function playTone(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const audio = context
  audio.resume().then(
    () => {
      note(audio, 660, 0)
      note(audio, 880, 0.14)
    },
    () => {},
  )
}

/** @param hertz its pitch @param after seconds from now */
function note(audio: AudioContext, hertz: number, after: number): void {
  const start = audio.currentTime + after
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.06, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.18)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.2)
}
