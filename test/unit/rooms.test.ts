import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

interface Table {
  readonly rooms: Record<string, { readonly may: readonly string[] }>;
  folderOf(room: string): string;
}
interface Projects {
  projectOf(room: string): object;
  solution(): object;
}

const table = (await import(/* @vite-ignore */ path.join(root, "scripts/rooms.mjs"))) as Table;
const projects = (await import(/* @vite-ignore */ path.join(root, "scripts/write-projects.mjs"))) as Projects;

test("every project file says what the table of rooms says", () => {
  for (const room of Object.keys(table.rooms)) expect(JSON.parse(read(`${table.folderOf(room)}/tsconfig.json`)), room).toEqual(projects.projectOf(room));
  expect(JSON.parse(read("tsconfig.json"))).toEqual(projects.solution());
});

test("nobody imports in a circle", () => {
  const visit = (room: string, above: readonly string[]): void => {
    expect(above, `${[...above, room].join(" > ")}`).not.toContain(room);
    for (const other of table.rooms[room]!.may) visit(other, [...above, room]);
  };
  for (const room of Object.keys(table.rooms)) visit(room, []);
});

test("the architecture page has a row for each room", () => {
  const page = read("docs/architecture.md");
  for (const room of Object.keys(table.rooms)) expect(page).toContain(`| \`${table.folderOf(room)}\` |`);
});

test("the README names every setting, and every picture and page that it points to exists", () => {
  const page = read("README.md");
  const { contributes } = JSON.parse(read("package.json")) as { contributes: { configuration: { properties: Record<string, unknown> } | { properties: Record<string, unknown> }[] } };
  const names = [contributes.configuration].flat().flatMap(({ properties }) => Object.keys(properties));
  for (const name of names) {
    const group = name.slice(0, name.lastIndexOf("."));
    const short = name.slice(name.lastIndexOf("."));
    expect(page.includes(`\`${name}\``) || page.includes(`\`${short}\``) || page.includes(`\`${group}.*\``), name).toBe(true);
  }
  for (const [, target] of page.matchAll(/\]\(((?!https?:)[^)#]+)\)/g)) expect(existsSync(path.join(root, target!)), target).toBe(true);
});
