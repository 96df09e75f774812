/** A WAV file of a tone with one channel, at a level in dB of full scale. */
export function toneInWav({ seconds = 2, level = -20 }: { seconds?: number; level?: number } = {}): Buffer {
  const samples = Math.round(seconds * rate)
  const height = 10 ** (level / 20) * 32_767
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  for (let n = 0; n < samples; n++)
    file.writeInt16LE(Math.round(height * Math.sin((2 * Math.PI * 440 * n) / rate)), 44 + n * 2)
  return file
}

const rate = 44_100
