// Changes files and folders at random, in all ways that editors and Git do: `node change-files.fixture.ts <folder> <seed> <steps>`.
// All contents have one length, so that a file with another content can have the same size.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

const [root = '', seed = '', steps = ''] = process.argv.slice(2)

let state = Number(seed)
let written = 0

/** A whole number below a limit, from a linear congruential generator. */
function below(limit: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * limit)
}

function pick<Value>(values: readonly Value[]): Value {
  return values[below(values.length)]!
}

const content = (): string => String(++written).padStart(8, '0')

const names = ['a', 'b', 'c', 'd', 'e', 'f']

function folders(): string[] {
  const all = readdirSync(root, { recursive: true }).map((name) => join(root, name as string))
  return [root, ...all.filter((path) => statSync(path).isDirectory())]
}

/** A path that may exist, as a file or as a folder. */
function somePath(): string {
  return join(pick(folders()), pick(names))
}

function someFile(): string {
  const path = somePath()
  if (existsSync(path) && statSync(path).isDirectory()) rmSync(path, { recursive: true })
  return path
}

function fill(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names.slice(below(names.length))) {
    const path = join(folder, name)
    if (!existsSync(path) || statSync(path).isFile()) writeFileSync(path, content())
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

const actions: readonly (() => void)[] = [
  () => writeFileSync(someFile(), content()),
  function writeAgainAndAgain() {
    const path = someFile()
    for (let times = below(300); times >= 0; times--) writeFileSync(path, content())
  },
  function replace() {
    const path = someFile()
    writeFileSync(`${path}.tmp`, content())
    renameSync(`${path}.tmp`, path)
  },
  function writeWithBackup() {
    const path = someFile()
    if (existsSync(path)) renameSync(path, `${path}~`)
    wait(below(40))
    writeFileSync(path, content())
    remove(`${path}~`)
  },
  () => remove(someFile()),
  function createAgain() {
    const path = someFile()
    remove(path)
    wait(pick([0, 0, 30, 120]))
    writeFileSync(path, content())
  },
  function move() {
    const from = somePath()
    const to = somePath()
    if (!existsSync(from) || to.startsWith(from)) return
    remove(to)
    if (existsSync(from)) renameSync(from, to)
  },
  function createFolders() {
    const path = somePath()
    if (existsSync(path) && statSync(path).isFile()) remove(path)
    fill(join(path, pick(names), pick(names)))
    fill(path)
  },
  function createFolderAgain() {
    const path = somePath()
    for (let times = below(8); times >= 0; times--) {
      remove(path)
      fill(path)
    }
  },
  function swap() {
    const [one, other] = [somePath(), somePath()]
    if (!existsSync(one) || !existsSync(other)) return
    if (one.startsWith(other) || other.startsWith(one)) return
    const aside = join(root, 'aside')
    renameSync(one, aside)
    renameSync(other, one)
    renameSync(aside, other)
  },
  () => remove(somePath()),
  function changeCase() {
    const path = somePath()
    if (existsSync(path)) renameSync(path, join(dirname(path), basename(path).toUpperCase()))
  },
  function changeMode() {
    const path = somePath()
    if (existsSync(path)) chmodSync(path, pick([0o755, 0o700]))
  },
]

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

for (let step = 0; step < Number(steps); step++) {
  try {
    pick(actions)()
  } catch (error) {
    // A path was a file where the action expected a folder.
    if (!['ENOTDIR', 'EEXIST', 'EISDIR', 'EINVAL'].includes((error as { code: string }).code))
      throw error
  }
  // A change can fall into every part of the watcher's work.
  if (below(3) === 0) wait(below(30))
}
// The last changes are the ones that no later change can repair.
writeFileSync(someFile(), content())
