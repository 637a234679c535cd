// Short tones, made by the browser. Off unless the person switched them on.

const TONES = {
  move: [[520, 0, 0.05, 0.12]],
  own: [[390, 0, 0.06, 0.16]],
  trick: [[440, 0, 0.08, 0.14], [330, 0.07, 0.1, 0.12]],
  turn: [[660, 0, 0.09, 0.16], [880, 0.09, 0.14, 0.16]],
  won: [[523, 0, 0.12, 0.18], [659, 0.12, 0.12, 0.18], [784, 0.24, 0.25, 0.18]],
  lost: [[392, 0, 0.16, 0.16], [294, 0.16, 0.3, 0.16]],
  wrong: [[180, 0, 0.08, 0.14]],
};

/** Returns sound(name), which is silent unless `wanted()`. */
export function sounds(wanted) {
  let audio = null;
  return (name) => {
    if (!wanted() || !window.AudioContext) return;
    audio ??= new AudioContext();
    audio.resume();
    for (const [pitch, from, length, volume] of TONES[name]) {
      const start = audio.currentTime + from;
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(volume, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  };
}
