import { create } from 'zustand'
import { themeColours } from '../styles/head.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'

type ThemeStore = {
  theme: Theme
  choose: (theme: Theme) => void
  /** Reads what the head script has applied; called once after hydration, because the server cannot know it. */
  restore: () => void
}

/** The chosen theme. `system` follows the device and stores nothing. */
export const useTheme = create<ThemeStore>((set) => ({
  theme: 'system',
  choose: (theme) => {
    apply(theme)
    set({ theme })
  },
  restore: () => set({ theme: chosen(document.documentElement.dataset.theme) }),
}))

/**
 * Runs in the head before anything is painted, so that a chosen theme never flashes the other one, on the page and on
 * the browser's bar. The root puts it in a `<script nonce>` behind the colours of the bar and marks `<html>` with
 * `suppressHydrationWarning`; React knows those colours by their content and lets `media` be.
 */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('[name=theme-color]').forEach(e=>{e.media=e.media.includes(t)?'all':'not all'})}}catch(e){}`

function apply(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const { media, content } of themeColours) {
    const bar = document.querySelector<HTMLMetaElement>(`[name=theme-color][content="${content}"]`)
    if (bar) bar.media = theme === 'system' ? media : media.includes(theme) ? 'all' : 'not all'
  }
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // A browser that stores nothing still shows the theme until it is closed.
  }
}

function chosen(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
