export function activate(): void { /* thin start */ }
