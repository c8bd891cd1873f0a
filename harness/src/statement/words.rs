//! The words of labels, in the languages that statements are written in, in lower case.

/// What the program reads.
pub const INPUT: &[&str] = &[
    "input", "inputs", "stdin", "inputcopy", "输入", "輸入", "入力", "입력", "eingabe",
    "eingaben", "entrée", "entree", "entrées", "entrada", "entradas", "ввод", "входные",
    "вхідні", "вход", "invoer", "indata", "inndata", "wejście", "wejscie", "vstup", "girdi", "girdisi", "masukan",
    "bemenet", "ulaz", "intrare", "syöte",
];
/// What it prints.
pub const OUTPUT: &[&str] = &[
    "output", "outputs", "stdout", "outputcopy", "expected", "输出", "輸出", "答案", "出力", "출력",
    "ausgabe", "ausgaben", "sortie", "sorties", "salida", "salidas", "saída", "saida",
    "saídas", "вывод", "выходные", "вихідні", "выход", "uitvoer", "utdata", "wyjście", "wyjscie", "výstup",
    "vystup", "çıktı", "çıktısı", "keluaran", "kimenet", "izlaz", "ieșire", "iesire", "tuloste",
   
];
/// A sample.
pub const SAMPLE: &[&str] = &[
    "sample", "samples", "example", "examples", "样例", "示例", "范例", "例子", "例", "範例", "樣例", "樣本",
    "サンプル", "예제", "예시", "beispiel", "beispiele", "exemple",
    "exemples", "ejemplo", "ejemplos", "exemplo", "exemplos", "esempio", "esempi", "пример", "примеры",
    "приклад", "приклади", "voorbeeld", "voorbeelden", "exempel", "przykład", "przyklad", "przykłady",
    "příklad", "priklad", "örnek", "ornek", "contoh", "példa", "primjer", "exemplu", "esimerkki",
];
/// Something else.
pub const OTHER: &[&str] = &[
    "explanation", "explanations", "note", "notes", "constraints", "constraint", "hint", "hints", "remark",
    "remarks", "source", "解释", "解釋", "说明", "說明", "提示", "约束", "限制", "注释", "説明", "注意", "制約",
    "数据范围", "來源", "来源", "힌트", "설명", "erklärung", "erläuterung", "hinweis", "hinweise", "anmerkung",
    "explication", "explications", "remarque", "explicación", "explicacion", "nota", "notas", "explicação",
    "explicacao", "spiegazione", "пояснение", "примечание", "примечания", "замечание", "пояснення", "примітка",
    "uitleg", "toelichting", "förklaring", "wyjaśnienie", "vysvětlení", "açıklama", "penjelasan",
];
/// Words that change nothing.
pub const FILLING: &[&str] = &[
    "test", "tests", "case", "standard", "data", "for", "and", "/", "of", "copy", "no", "nr", "标准",
    "標準", "数据", "資料", "數據", "测试", "測試", "第", "组", "組", "一", "二", "三", "四", "五", "复制",
    "複製", "de", "d", "do", "da", "du", "del", "la", "le", "di", "von", "für", "zur", "данные", "дані",
    "тест", "и", "y", "e", "et", "und",
];
/// The words of buttons that copy a sample.
pub const BUTTONS: &[&str] =
    &["copy", "copied", "copied!", "copy code", "copy to clipboard", "复制", "複製", "コピー", "복사", "копировать"];
/// Languages of source code behind a fence.
pub const CODE: &[&str] = &[
    "c", "cpp", "c++", "cc", "java", "python", "python3", "py", "rust", "rs", "go", "golang", "javascript",
    "js", "typescript", "ts", "kotlin", "swift", "csharp", "c#", "php", "ruby", "scala", "sql", "mermaid",
];
