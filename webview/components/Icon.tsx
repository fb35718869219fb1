/** Our own outlines on a 16 x 16 grid, drawn in the text colour. */
const outlines = {
  figure: "M2.5 3.5h11v9h-11zM4.5 10.5l2.5-3 2 2 1.5-1.5 2 2.5M10.5 6a.6.6 0 1 0 .01 0",
  warning: "M8 2.5l6 11H2zM8 6.5v3.5M8 11.6v.4",
  error: "M8 2.2a5.8 5.8 0 1 0 .01 0M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  save: "M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5v-4M5 13.5v-4h6v4",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10",
  stop: "M4 4h8v8H4z",
  pin: "M6 2.5h4M6.5 2.5v4L4.5 9v1h7V9l-2-2.5v-4M8 10v4",
  ban: "M8 2.2a5.8 5.8 0 1 0 .01 0M4 12l8-8",
  add: "M3 13.5v-11h7l3 3v8zM8 6v5M5.5 8.5h5",
  path: "M8 2l5 6-5 6-5-6z",
  replace: "M12.5 6.5a5 5 0 0 0-9-1M3.5 2.5v3h3M3.5 9.5a5 5 0 0 0 9 1M12.5 13.5v-3h-3",
} as const;

export type IconName = keyof typeof outlines;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={outlines[name]} fill="none" stroke="currentColor" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
