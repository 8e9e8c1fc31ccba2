/** The part of `node:fs/promises` that the file storage needs. */
export interface FileSystem {
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  open(path: string, flags: 'wx', mode: number): Promise<FileHandle>
  readdir(path: string): Promise<string[]>
  readFile(path: string, encoding: 'utf8'): Promise<string>
  rename(from: string, to: string): Promise<void>
  stat(path: string, options: { bigint: true }): Promise<FileStatus>
  unlink(path: string): Promise<void>
  writeFile(path: string, text: string, options: { flag: 'wx'; mode: number }): Promise<void>
}

export interface FileStatus {
  readonly ino: bigint
  readonly ctimeNs: bigint
  readonly mtimeNs: bigint
}

interface FileHandle {
  stat(options: { bigint: true }): Promise<FileStatus>
  close(): Promise<void>
}

/** The result of `operation`, or `null` if it failed with this code, such as `ENOENT`. */
export async function nullOn<Result>(
  code: string,
  operation: Promise<Result>,
): Promise<Result | null> {
  try {
    return await operation
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === code) return null
    throw error
  }
}

/** Removes a file if it exists. */
export async function removeFile(fs: FileSystem, path: string): Promise<void> {
  await nullOn('ENOENT', fs.unlink(path))
}
