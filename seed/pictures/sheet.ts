import sharp from 'sharp'

/** The colours of Fanfare and the deeper ones that the pictures put around them. */
export const colour = {
  ink: '#17121a',
  night: '#1d1526',
  plum: '#3b1f42',
  wine: '#5c1a30',
  grape: '#6a3a6e',
  signal: '#e8452f',
  ember: '#b02a22',
  coral: '#f5866a',
  blush: '#f6c3ac',
  brass: '#d9ab4c',
  gold: '#f3d58a',
  paper: '#fbf7f0',
  cream: '#f1e4cf',
  teal: '#1b5560',
  deep: '#0d2b36',
  sea: '#3d8c8f',
  mist: '#a9c9c1',
}

export type Stop = [offset: number, colour: string, opacity?: number]

/** One drawing in the making: shapes are added back to front, gradients are named on the way. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly random: () => number
  private readonly defs: string[] = []
  private readonly body: string[] = []
  private names = 0

  constructor(width: number, height: number, seed: string) {
    this.width = width
    this.height = height
    this.random = randomFrom(seed)
  }

  between(low: number, high: number): number {
    return low + this.random() * (high - low)
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.random() * choices.length)] ?? choices[0]
  }

  add(svg: string): void {
    this.body.push(svg)
  }

  /** A gradient from top to bottom of whatever it fills, or along `line` (fractions of its box). */
  linear(stops: Stop[], line: [number, number, number, number] = [0, 0, 0, 1]): string {
    const [x1, y1, x2, y2] = line
    return this.define('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops)
  }

  radial(stops: Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.define('radialGradient', `cx="${cx}" cy="${cy}" r="${r}"`, stops)
  }

  rect(x: number, y: number, w: number, h: number, fill: string, more = ''): void {
    this.add(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`)
  }

  fill(fill: string, more = ''): void {
    this.rect(0, 0, this.width, this.height, fill, more)
  }

  circle(x: number, y: number, r: number, fill: string, more = ''): void {
    this.add(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`)
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): void {
    this.add(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`)
  }

  path(d: string, fill: string, more = ''): void {
    this.add(`<path d="${d}" fill="${fill}" ${more}/>`)
  }

  line(d: string, stroke: string, width: number, more = ''): void {
    this.add(
      `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" ${more}/>`,
    )
  }

  /** An arm or a leg: a smooth course through the points `[x, y, half width]`, as thick at each as it says. */
  limb(points: [number, number, number][], fill: string): void {
    const at = (index: number): [number, number, number] =>
      points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0, 0]
    const course: [number, number, number][] = []
    for (let span = 0; span < points.length - 1; span++) {
      for (let t = 0; t < 1; t += 0.125) course.push(between4(at(span - 1), at(span), at(span + 1), at(span + 2), t))
    }
    course.push(at(points.length - 1))
    const left: string[] = []
    const right: string[] = []
    for (const [index, [x, y, r]] of course.entries()) {
      const [ax, ay] = course[Math.max(0, index - 1)] ?? [x, y]
      const [bx, by] = course[Math.min(course.length - 1, index + 1)] ?? [x, y]
      const long = Math.hypot(bx - ax, by - ay) || 1
      left.push(`${n(x - ((by - ay) / long) * r)},${n(y + ((bx - ax) / long) * r)}`)
      right.unshift(`${n(x + ((by - ay) / long) * r)},${n(y - ((bx - ax) / long) * r)}`)
    }
    this.path(`M${[...left, ...right].join('L')}Z`, fill)
    for (const [x, y, r] of [at(0), at(points.length - 1)]) this.circle(x, y, r, fill)
  }

  group(attributes: string, draw: () => void): void {
    this.add(`<g ${attributes}>`)
    draw()
    this.add('</g>')
  }

  /** Draws only inside the given shape. */
  clip(shape: string, draw: () => void): void {
    const id = `n${this.names++}`
    this.defs.push(`<clipPath id="${id}">${shape}</clipPath>`)
    this.group(`clip-path="url(#${id})"`, draw)
  }

  /** Softens what is drawn inside; dear, so for small things and few. */
  blur(deviation: number, draw: () => void): void {
    const id = `n${this.names++}`
    this.defs.push(
      `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    )
    this.group(`filter="url(#${id})"`, draw)
  }

  /** A pool of light that fades to nothing. */
  glow(x: number, y: number, r: number, tint: string, opacity = 0.6, flat = 1): void {
    const fill = this.radial([
      [0, tint, opacity],
      [0.35, tint, opacity * 0.5],
      [0.7, tint, opacity * 0.13],
      [1, tint, 0],
    ])
    this.ellipse(x, y, r, r * flat, fill)
  }

  /** A cone of light from a lamp; `angle` in degrees from straight down, `spread` the half width in degrees. */
  beam(x: number, y: number, angle: number, spread: number, length: number, tint: string, opacity = 0.5): void {
    for (const [wide, strong] of [
      [1, 0.45],
      [0.72, 0.5],
      [0.4, 0.6],
    ] as const) {
      const half = Math.tan((spread * wide * Math.PI) / 180) * length
      const fill = this.linear([
        [0, tint, opacity * strong],
        [0.5, tint, opacity * strong * 0.42],
        [1, tint, 0],
      ])
      const d = `M-7,0L7,0L${n(half)},${n(length)}L${n(-half)},${n(length)}Z`
      this.path(d, fill, `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"`)
    }
  }

  /** Motes in the light. */
  dust(count: number, x: number, y: number, w: number, h: number, tint: string, size = 3): void {
    for (let at = 0; at < count; at++) {
      const r = size * (0.2 + this.random() ** 3)
      const opacity = this.between(0.08, 0.75)
      this.circle(x + this.random() * w, y + this.random() * h, r, tint, `fill-opacity="${n(opacity)}"`)
    }
  }

  stars(count: number, h: number): void {
    this.dust(count, 0, 0, this.width, h, colour.cream, 2.4)
  }

  /** Hanging cloth from `x` to `x + w`, in folds that catch the light from one side. */
  folds(x: number, y: number, w: number, h: number, count: number, dark: string, mid: string, light: string): void {
    const step = w / count
    for (let at = 0; at < count; at++) {
      const left = x + at * step + this.between(-0.12, 0.12) * step
      const wide = step * this.between(1.02, 1.25)
      const peak = this.between(0.3, 0.55)
      const fill = this.linear(
        [
          [0, dark],
          [peak * 0.5, mid],
          [peak, light],
          [peak + 0.22, mid],
          [1, dark],
        ],
        [0, 0, 1, 0],
      )
      const sway = this.between(-0.12, 0.12) * step
      const hem = y + h + this.between(0, 14)
      this.path(
        `M${n(left)},${n(y)}C${n(left + sway)},${n(y + h / 3)} ${n(left - sway)},${n(y + (h * 2) / 3)} ${n(left)},${n(hem)}` +
          `Q${n(left + wide / 2)},${n(hem + step * 0.28)} ${n(left + wide)},${n(hem)}` +
          `C${n(left + wide - sway)},${n(y + (h * 2) / 3)} ${n(left + wide + sway)},${n(y + h / 3)} ${n(left + wide)},${n(y)}Z`,
        fill,
      )
    }
  }

  /** Darkens the corners, so that the eye stays in the middle. */
  vignette(tint = colour.ink, opacity = 0.55): void {
    this.fill(
      this.radial(
        [
          [0.5, tint, 0],
          [0.8, tint, opacity * 0.45],
          [1, tint, opacity],
        ],
        0.5,
        0.48,
        0.78,
      ),
    )
  }

  toString(): string {
    const { width, height } = this
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.defs.join('')}</defs>${this.body.join('')}</svg>`
  }

  private define(kind: string, attributes: string, stops: Stop[]): string {
    const id = `n${this.names++}`
    const inner = stops.map(
      ([at, tint, opacity = 1]) => `<stop offset="${n(at)}" stop-color="${tint}" stop-opacity="${n(opacity, 4)}"/>`,
    )
    this.defs.push(`<${kind} id="${id}" ${attributes}>${inner.join('')}</${kind}>`)
    return `url(#${id})`
  }
}

/** The drawing as a JPEG with a breath of film grain, which also keeps long gradients from banding. */
export async function render(sheet: Sheet): Promise<Buffer> {
  return sharp(Buffer.from(sheet.toString()))
    .flatten({ background: colour.ink })
    .composite([{ input: await grain(), tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** A number as it stands in a path: short, never in exponents. */
export function n(value: number, digits = 2): string {
  return String(Number(value.toFixed(digits)))
}

/** A point on a circle, `angle` in degrees clockwise from the top. */
export function around(x: number, y: number, r: number, angle: number): [number, number] {
  const radians = ((angle - 90) * Math.PI) / 180
  return [x + Math.cos(radians) * r, y + Math.sin(radians) * r]
}

/** The same series of numbers for the same name, on every machine. */
export function randomFrom(seed: string): () => number {
  let state = 2166136261
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Knot = [number, number, number]

/** The point a share `t` of the way from `b` to `c` on a smooth course (Catmull-Rom) that also meets `a` and `d`. */
function between4(a: Knot, b: Knot, c: Knot, d: Knot, t: number): Knot {
  const one = (i: 0 | 1 | 2): number =>
    0.5 *
    (2 * b[i] +
      (c[i] - a[i]) * t +
      (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
      (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3)
  return [one(0), one(1), one(2)]
}

let grainTile: Promise<Buffer> | null = null

function grain(): Promise<Buffer> {
  grainTile ??= (() => {
    const side = 256
    const random = randomFrom('grain')
    const pixels = Buffer.alloc(side * side)
    for (let at = 0; at < pixels.length; at++) pixels[at] = 128 + (random() + random() + random() - 1.5) * 32
    return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
      .blur(0.5)
      .png()
      .toBuffer()
  })()
  return grainTile
}
