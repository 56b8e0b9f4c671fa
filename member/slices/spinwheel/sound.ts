import { local } from '@krapao/web/storage/stored.ts'
import { useState } from 'react'

const name = 'spin-sound'
let audio: AudioContext | undefined

/** Whether the wheel ticks while it turns; off until the member turns it on, and kept in this browser. */
export function useSound(): { isOn: boolean; set(on: boolean): void } {
  const [isOn, setOn] = useState(() => local.read(name) === 'on')
  return {
    isOn,
    set(on) {
      local.keep(name, on ? 'on' : 'off')
      setOn(on)
      // A browser lets a page sound only after a press; this is one.
      if (on) tick()
    },
  }
}

/** The click of a slice's edge at the pointer: 25 ms, soft. */
export function tick(): void {
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') audio.resume().catch(() => {})
    const at = audio.currentTime
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.type = 'triangle'
    tone.frequency.setValueAtTime(1500, at)
    volume.gain.setValueAtTime(0.08, at)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.025)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.03)
  } catch {
    // The wheel turns without sound where there is none.
  }
}
