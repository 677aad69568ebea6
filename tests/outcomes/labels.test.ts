import { describe, expect, it } from 'vitest';
import { labelledPages } from './labelled-pages.ts';

const REASONS = [
  'bot_wall',
  'consent_wall',
  'login_wall',
  'paywall',
  'soft_404',
  'error_page',
  'parked_domain',
] as const;

describe('the labelled set', () => {
  const pages = labelledPages();
  const count = (label: string, half?: string) =>
    pages.filter((page) => page.label === label && (half === undefined || page.half === half)).length;

  it('holds at least 600 failures, 30 of each reason, and 400 genuine pages', () => {
    for (const reason of REASONS) expect(count(reason), reason).toBeGreaterThanOrEqual(30);
    expect(pages.length - count('ok')).toBeGreaterThanOrEqual(600);
    expect(count('ok')).toBeGreaterThanOrEqual(400);
  });

  it('has each page once, under its own id, with a known label', () => {
    expect(new Set(pages.map((page) => page.id)).size).toBe(pages.length);
    expect(new Set(pages.map((page) => page.html)).size).toBe(pages.length);
    for (const { label, id } of pages)
      expect(['ok', 'js_required', 'empty_content', ...REASONS], id).toContain(label);
  });

  it.each(['dev', 'held-out'])('has pages of every reason in its %s half', (half) => {
    for (const reason of REASONS) expect(count(reason, half), reason).toBeGreaterThanOrEqual(8);
    expect(count('ok', half)).toBeGreaterThanOrEqual(100);
  });
});
