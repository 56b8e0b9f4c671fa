/** Arguments for Chromium in tests: it does nothing in the background, so that all runs are alike. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu', // a graphics card played by the processor is what a test machine has
  '--in-process-gpu', // what is left of its process costs a twentieth of the run
  // Pages live for seconds: code that is compiled twice over is not run often enough to pay for it.
  '--js-flags=--no-opt --no-maglev',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage', // containers give /dev/shm too little
]
