import type { Key } from './engine.ts'

/** Input as W3C WebDriver and WebDriver BiDi both describe it: https://www.w3.org/TR/webdriver2/#actions */
export type Actions = readonly object[]

export function moveAction(x: number, y: number): Actions {
  return [mouse(moveTo(x, y))]
}

export function clickAction(x: number, y: number, held?: 'Control'): Actions {
  const down = { type: 'pointerDown', button: 0 }
  const up = { type: 'pointerUp', button: 0 }
  const pause = { type: 'pause' }
  return held
    ? [
        keys({ type: 'keyDown', value: CONTROL }, pause, pause, pause, {
          type: 'keyUp',
          value: CONTROL,
        }),
        mouse(pause, moveTo(x, y), down, up, pause),
      ]
    : [mouse(moveTo(x, y), down, up)]
}

export function pressAction(key: Key): Actions {
  return [keys({ type: 'keyDown', value: codes[key] }, { type: 'keyUp', value: codes[key] })]
}

const codes: Record<Key, string> = { Enter: '\uE007', Tab: '\uE004' }
const CONTROL = '\uE009'

function mouse(...actions: object[]): object {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}

function keys(...actions: object[]): object {
  return { type: 'key', id: 'keys', actions }
}

function moveTo(x: number, y: number): object {
  return {
    type: 'pointerMove',
    duration: 0,
    origin: 'viewport',
    x: Math.round(x),
    y: Math.round(y),
  }
}
