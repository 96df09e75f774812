/** How this browser keeps the product to itself. It is chosen for a device, and no server learns of it. */
export type Discreet = {
  /** The page's title, its icon and the installed app have a name that says nothing. */
  plain: boolean
  /** Minutes without a touch after which the page is locked; 0 is never. */
  lockMinutes: number
  /** Three presses of Shift, or a tap with three fingers, lead away at once. */
  leave: boolean
}

/** Where a browser keeps the choice, and when it was last used, in milliseconds. */
export const discreetKey = 'discreet'
export const lastTouchKey = 'discreet_touched'
export const lockChoices = [0, 1, 5, 15, 60] as const
/** The name of the product where it must not be read. */
export const plainName = 'Notes'
/** Where leaving at once leads: a page that raises no questions. */
export const elsewhere = 'https://www.wikipedia.org/'

const off: Discreet = { plain: false, lockMinutes: 0, leave: false }

/** What is chosen; nothing where a browser stores nothing or something else. */
export function readDiscreet(): Discreet {
  try {
    const { plain, lockMinutes, leave } = JSON.parse(localStorage.getItem(discreetKey) ?? '{}') as Partial<Discreet>
    const minutes = lockChoices.find((it) => it === lockMinutes) ?? 0
    return { plain: plain === true, lockMinutes: minutes, leave: leave === true }
  } catch {
    return off
  }
}

export function saveDiscreet(chosen: Discreet): void {
  if (JSON.stringify(chosen) === JSON.stringify(off)) localStorage.removeItem(discreetKey)
  else localStorage.setItem(discreetKey, JSON.stringify(chosen))
  noteTouch()
}

/** The page is used now, in this tab or another one. */
export const noteTouch = (at = Date.now()): void => localStorage.setItem(lastTouchKey, String(at))

/** Without a signed-in account there is nothing to lock. */
export const forgetTouch = (): void => localStorage.removeItem(lastTouchKey)

/** Whether the page has not been used for so long that it must be locked. */
export function isLockDue({ lockMinutes }: Discreet, now = Date.now()): boolean {
  const touched = localStorage.getItem(lastTouchKey)
  return lockMinutes > 0 && touched !== null && now - Number(touched) >= lockMinutes * 60_000
}
