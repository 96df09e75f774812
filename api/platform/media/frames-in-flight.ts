/**
 * Lets a decoder run only a few frames ahead of who takes them. mediabunny decodes up to 40 packets ahead, each of which
 * becomes a frame of 3 MB in 1080p and of 25 MB in 4K with ten bits: with it 480 lines of such a film took 535 MB, more
 * than a process may have, so that the film had no sizes at all. Who takes frames may hold on to fewer than `most` while
 * it waits for the next one.
 */
export function limitFramesInFlight({ CodecContext, Frame }: typeof import('node-av'), most = 3): void {
  const decoded = new Set<unknown>()
  let wake = () => {}
  const { sendPacket } = CodecContext.prototype
  const { clone, free } = Frame.prototype
  CodecContext.prototype.sendPacket = async function (packet) {
    while (packet !== null && decoded.size >= most)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return sendPacket.call(this, packet)
  }
  // mediabunny clones each frame that it decodes, and frees the clone when it is done with it.
  Frame.prototype.clone = function () {
    const it = clone.call(this)
    if (it !== null) decoded.add(it)
    return it
  }
  Frame.prototype.free = function () {
    free.call(this)
    if (decoded.delete(this)) wake()
  }
}
