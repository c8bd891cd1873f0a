'use strict';
// Sorts and filters the solutions, tells of a cell, and opens what an address names. The page needs none of it.
(() => {
  // A page of many solutions is shown before anything is read that is needed only when the reader acts.
  const once = make => { let made; return () => made ??= make(); };
  const data = once(() => JSON.parse(document.getElementById('judge-data').textContent));
  const seconds = ns => (ns / 1e9).toFixed(3) + ' s', mebibytes = bytes => (bytes / 1048576).toFixed(1) + ' MiB';
  const field = (result, name) => {
    const at = data().columns.indexOf(name);
    return at < result.length ? result[at] : data().usual[at];
  };
  const naturally = new Intl.Collator('en', { numeric: true }).compare;
  const orders = {
    name: (a, b) => naturally(a.solution, b.solution),
    verdict: (a, b) => naturally(a.verdict || '', b.verdict || ''),
    points: (a, b) => (b.points ?? -1) - (a.points ?? -1),
    time: (a, b) => (b.max_cpu_ns ?? -1) - (a.max_cpu_ns ?? -1),
  };
  const part = name => [...new TextEncoder().encode(name)]
    .map(byte => /[!-~]/.test(String.fromCharCode(byte)) && !'"<>`%'.includes(String.fromCharCode(byte)) ? String.fromCharCode(byte) : '%' + byte.toString(16).toUpperCase().padStart(2, '0'))
    .join('');
  const sections = [...document.querySelectorAll('section.problem')].map((section, index) => once(() => {
    const problem = data().problems[index];
    const bodies = ['.solutions', '.map'].map(table => section.querySelector(table).tBodies[0]);
    const rows = bodies.map(body => [...body.rows]);
    const columns = [...section.querySelectorAll('.map .cases th')].map(head => Number(head.dataset.c));
    return { section, problem, bodies, rows, columns };
  }));

  const arrange = ({ section, problem, bodies, rows }) => {
    const order = orders[section.querySelector('.sort').value] || (() => 0);
    const wanted = section.querySelector('.filter').value.trim().toLowerCase();
    const solutions = problem.solutions.map((solution, index) => ({ ...solution, index }));
    const shown = solutions.filter(({ solution, language, verdict }) =>
      [solution, language, verdict || ''].some(text => text.toLowerCase().includes(wanted)));
    shown.sort((a, b) => order(a, b) || a.index - b.index);
    bodies.forEach((body, table) => body.replaceChildren(...shown.map(({ index }) => rows[table][index])));
    section.querySelector('.count').textContent = `${shown.length} of ${solutions.length}`;
  };

  const tell = ({ section, problem, rows }, row, column, cell) => {
    const solution = problem.solutions[row], planned = problem.cases[column], result = solution.results[column];
    section.querySelectorAll('.picked').forEach(other => other.classList.remove('picked'));
    if (cell) cell.classList.add('picked');
    const words = [`${solution.solution} on ${planned.case}:`];
    if (result) {
      const cpu = field(result, 'cpu_ns'), reason = field(result, 'reason');
      words.push(field(result, 'verdict') + (field(result, 'as_expected') ? '' : ', not as expected'));
      if (cpu !== null) words.push(`· ${seconds(cpu)} of ${planned.time_limit_ns / 1e9} s · ${mebibytes(field(result, 'memory_bytes'))} of ${mebibytes(planned.memory_limit_bytes)}`);
      if (reason) words.push('· ' + reason);
    } else words.push('not run');
    section.querySelector('.pick').textContent = words.join(' ');
  };

  // What an address means, whichever escapes it is written with; what is no escape stays as it is.
  const decoded = text => text.replace(/(%[0-9a-f]{2})+/gi, escapes => {
    try { return decodeURIComponent(escapes); } catch { return escapes; }
  });

  const follow = () => {
    const raw = location.hash.slice(1);
    if (!raw) return;
    const hash = document.getElementById(raw) ? raw : part(decoded(raw));
    const target = document.getElementById(hash);
    if (target) {
      const panel = target.closest('details');
      if (panel && !panel.open) { panel.open = true; target.scrollIntoView(); }
      return;
    }
    for (const one of sections.map(section => section())) {
      const start = part(one.problem.problem) + '/';
      if (!hash.startsWith(start)) continue;
      const row = one.problem.solutions.findIndex(({ solution }) => hash.startsWith(start + part(solution) + '/'));
      if (row < 0) continue;
      const rest = hash.slice(start.length + part(one.problem.solutions[row].solution).length + 1);
      const column = one.problem.cases.findIndex(planned => part(planned.case) === rest);
      if (column < 0) continue;
      const cell = one.rows[1][row].cells[one.columns.findLastIndex(first => first <= column) + 1];
      tell(one, row, column, cell);
      cell.scrollIntoView({ block: 'center', inline: 'center' });
    }
  };

  document.querySelectorAll('section.problem').forEach((section, index) => {
    const tools = section.querySelector('.tools');
    tools.hidden = false;
    tools.addEventListener('input', () => arrange(sections[index]()));
    section.querySelector('.map tbody').addEventListener('click', event => {
      const cell = event.target.closest('td'), one = sections[index]();
      if (cell && cell.cellIndex > 0) tell(one, one.rows[1].indexOf(cell.parentNode), one.columns[cell.cellIndex - 1], cell);
    });
  });
  addEventListener('hashchange', follow);
  follow();
})();
