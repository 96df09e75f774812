import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

type LongPressOptions = {
  onPress: () => void
  /** A finger is down that may stay. */
  onStart?: () => void
}

/**
 * Handlers for what a long press of a finger, a right click and the menu key open. A link and selected text keep the
 * browser's own menu, and a finger that scrolls presses nothing.
 */
export function useLongPress({ onPress, onStart }: LongPressOptions) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  /** The menu has opened under the finger, whose lifting is no tap. */
  const isPressed = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      stop()
      isPressed.current = false
      if (event.pointerType === 'mouse') return
      start.current = { x: event.clientX, y: event.clientY }
      onStart?.()
      timer.current = setTimeout(() => {
        isPressed.current = true
        onPress()
      }, pressMs)
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = start.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > slopPx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: (event: TouchEvent) => isPressed.current && event.preventDefault(),
    onContextMenu: (event: MouseEvent) => {
      stop()
      if (hasOwnMenu(event)) return
      event.preventDefault()
      onPress()
    },
  }
}

function hasOwnMenu({ target, nativeEvent }: MouseEvent): boolean {
  const isByFinger = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch'
  if (isByFinger) return false
  const selected = getSelection()
  const isSelected =
    selected !== null && !selected.isCollapsed && target instanceof Node && selected.containsNode(target, true)
  return isSelected || (target instanceof Element && target.closest('a[href]') !== null)
}

const pressMs = 420
const slopPx = 10
