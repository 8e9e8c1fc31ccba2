import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../../src/internal/fixtures/free-port.fixture.ts'
import { findProgram } from '../../../../src/internal/fixtures/find-program.fixture.ts'
import { stop } from './shop.ts'

/** A load balancer in front of several processes. */
export interface Nginx {
  readonly url: string
  /** Returns how many requests each server has handled. */
  handled(): Promise<number[]>
  close(): Promise<void>
}

/** Starts nginx. If it cannot connect to a server, it tries the next one. It never sends a form twice. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await findFreePort()
  const servers = ports.map((each) => `127.0.0.1:${each}`)
  await writeFile(join(directory, 'nginx.conf'), configure(directory, port, servers))
  const child = spawn(findProgram('nginx')!, ['-p', directory, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error(`nginx ended:\n${log}`)))
  })
  ended.catch(() => {}) // It ends in close().
  const url = `http://127.0.0.1:${port}`
  await Promise.race([ended, untilItListens(url)])

  return {
    url,
    async handled() {
      const lines = (await readFile(join(directory, 'access.log'), 'utf8')).split('\n')
      return servers.map((server) => lines.filter((line) => line.endsWith(server)).length)
    },
    async close() {
      await stop(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function configure(directory: string, port: number, servers: readonly string[]): string {
  return `
    daemon off;
    master_process off;
    pid ${directory}/nginx.pid;
    error_log stderr crit;
    events {}
    http {
      log_format upstream '$status $upstream_addr';
      access_log ${directory}/access.log upstream;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${directory}/${name};`)
        .join('\n')}
      upstream shop {
        ${servers.map((server) => `server ${server} max_fails=0;`).join('\n')}
        keepalive 16;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://shop;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_buffering off;
        }
      }
    }`
}

async function untilItListens(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
